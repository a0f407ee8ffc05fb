(** The forms of powers of two: the mode [id >> R], and a multiplier for descriptors without
    such a mode. *)

From Coq Require Import ZArith Lia.
From MaliInstancing Require Import Divisor.
Open Scope Z_scope.

(** [FetchMode::PotDivisor]. *)
Theorem shifting_is_exact k id : 0 <= k -> Z.shiftr id k = id / 2 ^ k.
Proof. apply Z.shiftr_div_pow2. Qed.

(** [MagicDivisor] of 2^k above 1: the smallest multiplier, and an R that is smaller by one. *)
Theorem power_of_two_is_exact width k id :
  0 < width -> 1 <= k ->
  unit_quotient width (k - 1) (Magic (2 ^ (width - 1)) 0) id = id / 2 ^ k.
Proof.
  intros. unfold unit_quotient; simpl.
  rewrite Z.add_0_r.
  replace (width + (k - 1)) with (k + (width - 1)) by lia.
  rewrite Z.pow_add_r by lia.
  apply Z.div_mul_cancel_r; apply Z.pow_nonzero; lia.
Qed.

(** [MagicDivisor] of 1: the largest multiplier, the increment 1, and R 0. *)
Theorem one_is_exact width id :
  0 < width -> 0 <= id < 2 ^ width ->
  unit_quotient width 0 (Magic (2 ^ width - 1) 1) id = id / 1.
Proof.
  intros. unfold unit_quotient; simpl. rewrite Z.add_0_r, Z.div_1_r.
  symmetry. apply (Z.div_unique_pos _ _ _ (2 ^ width - 1 - id)); lia.
Qed.
