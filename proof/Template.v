(** The words that a pipeline can know before its draws: a padded count is odd * 2^s, where odd is one of five
    numbers, and the hardware divisor is odd * 2^s * divisor. Mode, multiplier and E depend on odd and the
    divisor alone. A draw's s is added to R, and the sum leaves the field of R exactly if the hardware divisor
    leaves 32 bits. *)

From Coq Require Import ZArith Lia.
From MaliInstancing Require Import Powers Divisor OddPart Threads.
Open Scope Z_scope.

Section Template.
  Variables odd s divisor : Z.
  Hypothesis odd_positive : 0 < odd.
  Hypothesis s_bound : 0 <= s.
  Hypothesis divisor_positive : 0 < divisor.

  (** The part of the hardware divisor that a pipeline knows. *)
  Definition known : Z := odd * divisor.
  Definition hardware_divisor : Z := odd * 2 ^ s * divisor.

  Lemma known_positive : 0 < known.
  Proof. unfold known. apply Z.mul_pos_pos; assumption. Qed.

  Lemma hardware_divisor_is : hardware_divisor = known * 2 ^ s.
  Proof. unfold hardware_divisor, known. ring. Qed.

  Theorem r_of_draw : shift hardware_divisor = shift known + s.
  Proof. rewrite hardware_divisor_is. apply shift_grows; [apply known_positive | exact s_bound]. Qed.

  Theorem round_down_of_draw width : 0 < width -> round_down width hardware_divisor = round_down width known.
  Proof.
    intros. rewrite hardware_divisor_is.
    apply round_down_of_odd_part; [assumption | apply known_positive | exact s_bound].
  Qed.

  Theorem nearest_of_draw width : 0 < width -> nearest width hardware_divisor = nearest width known.
  Proof.
    intros. rewrite hardware_divisor_is.
    apply nearest_of_odd_part; [assumption | apply known_positive | exact s_bound].
  Qed.

  (** The modes "pot-divisor" and "npot-divisor" are those of the known part. *)
  Theorem mode_of_draw : is_power_of_two hardware_divisor = is_power_of_two known.
  Proof.
    unfold is_power_of_two. pose proof r_of_draw as r. unfold shift in r. rewrite r.
    pose proof known_positive. pose proof (Z.log2_nonneg known). pose proof (pow2_positive s s_bound).
    rewrite Z.pow_add_r by assumption. rewrite hardware_divisor_is.
    apply Bool.eq_true_iff_eq. rewrite !Z.eqb_eq. split; intros equal.
    - apply Z.mul_cancel_r in equal; [exact equal | lia].
    - rewrite <- equal. reflexivity.
  Qed.

  (** The sum is below [width] exactly if the hardware divisor fits [width] bits. With 32 bits, this is the largest
      number that the five bits of R hold. *)
  Theorem r_fits width : 0 < width -> (shift known + s < width <-> hardware_divisor < 2 ^ width).
  Proof.
    intros. rewrite <- r_of_draw. unfold shift. symmetry. apply Z.log2_lt_pow2.
    rewrite hardware_divisor_is. apply Z.mul_pos_pos; [apply known_positive | apply pow2_positive, s_bound].
  Qed.

  (** The element by the words of a template, to whose R a draw has added s. *)
  Definition element_of_template (rounding : Z -> Z -> magic) (id : Z) : Z :=
    let r := shift known + s in
    if 32 <=? r then 0
    else if is_power_of_two known then Z.shiftr id r
    else unit_quotient 32 r (rounding 32 known) id.

  Theorem template_reads_the_element rounding id :
    rounding = round_down \/ rounding = nearest ->
    element_of_template rounding id = element rounding (odd * 2 ^ s) divisor id.
  Proof.
    intros rule. unfold element_of_template, element. fold hardware_divisor.
    assert (magic : rounding 32 hardware_divisor = rounding 32 known)
      by (destruct rule; subst rounding; [apply round_down_of_draw | apply nearest_of_draw]; lia).
    rewrite mode_of_draw, magic, r_of_draw. pose proof r_of_draw as r. unfold shift in r at 1. rewrite r.
    pose proof (r_fits 32 ltac:(lia)) as fits.
    destruct (Z.leb_spec 32 (shift known + s)); destruct (Z.leb_spec (2 ^ 32) hardware_divisor);
      reflexivity || (exfalso; lia).
  Qed.
End Template.
