(** Multiplier and increment depend only on the divisor's odd part: a power of two in the divisor
    changes only R. So a small table serves many divisors, and the code may divide the divisor
    shifted up to the width of an id. *)

From Coq Require Import ZArith Lia.
From MaliInstancing Require Import Powers Divisor.
Open Scope Z_scope.

Section OddPart.
  Variables width d k : Z.
  Hypothesis width_positive : 0 < width.
  Hypothesis d_positive : 0 < d.
  Hypothesis k_bound : 0 <= k.

  Lemma shift_grows : shift (d * 2 ^ k) = shift d + k.
  Proof. unfold shift. rewrite Z.log2_mul_pow2; lia. Qed.

  Lemma scale_grows : scale width (d * 2 ^ k) = scale width d * 2 ^ k.
  Proof.
    unfold scale. rewrite shift_grows, <- Z.pow_add_r; [f_equal; lia | | lia].
    pose proof (shift_bounds d d_positive). lia.
  Qed.

  Lemma quotient_stays : scale width (d * 2 ^ k) / (d * 2 ^ k) = scale width d / d.
  Proof.
    rewrite scale_grows. apply Z.div_mul_cancel_r; [lia |]. apply Z.pow_nonzero; lia.
  Qed.

  Lemma rest_grows : rest width (d * 2 ^ k) = rest width d * 2 ^ k.
  Proof.
    unfold rest. rewrite scale_grows. apply Z.mul_mod_distr_r; [lia |]. apply Z.pow_nonzero; lia.
  Qed.

  Theorem round_down_of_odd_part : round_down width (d * 2 ^ k) = round_down width d.
  Proof.
    unfold round_down, rounded_down, rounded_up.
    rewrite quotient_stays, rest_grows, shift_grows.
    pose proof (pow2_positive k k_bound). pose proof (shift_bounds d d_positive).
    rewrite Z.pow_add_r by lia.
    destruct (Z.leb_spec (rest width d) (2 ^ shift d));
      destruct (Z.leb_spec (rest width d * 2 ^ k) (2 ^ shift d * 2 ^ k)); nia || reflexivity.
  Qed.

  Theorem nearest_of_odd_part : nearest width (d * 2 ^ k) = nearest width d.
  Proof.
    unfold nearest, rounded_down, rounded_up. rewrite quotient_stays, rest_grows.
    pose proof (pow2_positive k k_bound).
    pose proof (Z.div_mod d 2 ltac:(lia)). pose proof (Z.mod_pos_bound d 2 ltac:(lia)).
    pose proof (Z.div_mod (d * 2 ^ k) 2 ltac:(lia)).
    pose proof (Z.mod_pos_bound (d * 2 ^ k) 2 ltac:(lia)).
    set (half := d / 2) in *. set (half_scaled := d * 2 ^ k / 2) in *. set (p := 2 ^ k) in *.
    set (e := rest width d) in *. clearbody half half_scaled p e.
    (* e <= half means 2 * e <= d on both sides. *)
    destruct (Z.leb_spec e half); destruct (Z.leb_spec (e * p) half_scaled); try reflexivity; exfalso.
    - assert (2 * e * p <= d * p) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    - assert ((d + 1) * p <= 2 * e * p) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
  Qed.
End OddPart.

(** The number that [reciprocal] of the code divides by: the divisor, shifted up until its top bit is the top
    bit of an id. It divides [2^(2 * width - 1)], which is T shifted up by the same number of bits. *)
Section Normalized.
  Variables width d : Z.
  Hypothesis width_positive : 0 < width.
  Hypothesis d_bounds : 0 < d < 2 ^ width.

  Definition normalized : Z := d * 2 ^ (width - 1 - shift d).

  Lemma shift_is_below_width : 0 <= width - 1 - shift d.
  Proof.
    pose proof (shift_bounds d ltac:(lia)).
    assert (shift d < width) by (apply (Z.pow_lt_mono_r_iff 2); lia). lia.
  Qed.

  Lemma shift_of_normalized : shift normalized = width - 1.
  Proof.
    unfold normalized. rewrite shift_grows; [lia | lia | apply shift_is_below_width].
  Qed.

  Lemma scale_of_normalized : scale width normalized = 2 ^ (2 * width - 1).
  Proof. unfold scale. rewrite shift_of_normalized. f_equal. lia. Qed.

  Theorem round_down_of_normalized :
    round_down width d =
      if 2 ^ (2 * width - 1) mod normalized <=? 2 ^ (width - 1)
      then Magic (2 ^ (2 * width - 1) / normalized) 1
      else Magic (2 ^ (2 * width - 1) / normalized + 1) 0.
  Proof.
    rewrite <- scale_of_normalized, <- shift_of_normalized.
    rewrite <- (round_down_of_odd_part width d (width - 1 - shift d));
      [reflexivity | lia | lia | apply shift_is_below_width].
  Qed.

  Theorem nearest_of_normalized :
    nearest width d =
      if 2 ^ (2 * width - 1) mod normalized <=? normalized / 2
      then Magic (2 ^ (2 * width - 1) / normalized) 1
      else Magic (2 ^ (2 * width - 1) / normalized + 1) 0.
  Proof.
    rewrite <- scale_of_normalized.
    rewrite <- (nearest_of_odd_part width d (width - 1 - shift d));
      [reflexivity | lia | lia | apply shift_is_below_width].
  Qed.
End Normalized.
