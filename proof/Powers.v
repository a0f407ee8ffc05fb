(** Powers of two, and their divisors. *)

From Coq Require Import ZArith Lia.
Open Scope Z_scope.

Definition power_of_two (d : Z) : Prop := exists k, 0 <= k /\ d = 2 ^ k.

Lemma pow2_positive n : 0 <= n -> 0 < 2 ^ n.
Proof. intros. apply Z.pow_pos_nonneg; lia. Qed.

Lemma pow2_at_most n m : 0 <= m -> n <= m -> 2 ^ n <= 2 ^ m.
Proof.
  intros m_bound below. destruct (Z.neg_nonneg_cases n).
  - rewrite Z.pow_neg_r by lia. pose proof (pow2_positive m m_bound). lia.
  - apply Z.pow_le_mono_r; lia.
Qed.

(** A divisor of a power of two is a power of two. *)
Lemma divides_power_of_two n : 0 <= n -> forall d, 0 < d -> (d | 2 ^ n) -> power_of_two d.
Proof.
  intros n_bound. pattern n. apply natlike_ind; [| | exact n_bound].
  - intros d d_positive divides. change (2 ^ 0) with 1 in divides.
    apply Z.divide_1_r_nonneg in divides; [| lia].
    exists 0. split; [lia | exact divides].
  - intros m m_bound IH d d_positive divides. rewrite Z.pow_succ_r in divides by lia.
    destruct (Z.Even_or_Odd d) as [[half even] | odd].
    + destruct (IH half) as [k [k_bound power]]; [lia | |].
      * subst d. apply Z.mul_divide_cancel_l in divides; [exact divides | lia].
      * exists (Z.succ k). split; [lia |]. rewrite Z.pow_succ_r by lia. lia.
    + apply IH; [lia |]. apply Z.gauss with 2; [exact divides |].
      destruct odd as [half odd]. subst d.
      replace (2 * half + 1) with (1 + half * 2) by ring.
      rewrite Z.gcd_comm, Z.gcd_add_mult_diag_r. reflexivity.
Qed.
