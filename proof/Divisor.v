(** Division by a multiplication and a shift, as in the attribute unit of a Mali.

    [width] is the number of bits of an id: 32 on every Mali. For a divisor [d], R is [log2 d] and
    T is [2^(width + R)]. The unit computes [(id + E) * multiplier / T]. *)

From Coq Require Import ZArith Lia.
From MaliInstancing Require Import Powers.
Open Scope Z_scope.

(** R of a divisor that is not a power of two. *)
Definition shift (d : Z) : Z := Z.log2 d.

(** T *)
Definition scale (width d : Z) : Z := 2 ^ (width + shift d).

(** T mod d *)
Definition rest (width d : Z) : Z := scale width d mod d.

(** A multiplier and the increment E of the ids. *)
Record magic := Magic { multiplier : Z; increment : Z }.

Definition rounded_down (width d : Z) : magic := Magic (scale width d / d) 1.
Definition rounded_up (width d : Z) : magic := Magic (scale width d / d + 1) 0.

(** [Rounding::RoundDown]: rounded down wherever that is exact. *)
Definition round_down (width d : Z) : magic :=
  if rest width d <=? 2 ^ shift d then rounded_down width d else rounded_up width d.

(** [Rounding::Nearest]: rounded to the nearer integer. *)
Definition nearest (width d : Z) : magic :=
  if rest width d <=? d / 2 then rounded_down width d else rounded_up width d.

(** The value that the unit computes. *)
Definition unit_quotient (width r : Z) (m : magic) (id : Z) : Z :=
  (id + increment m) * multiplier m / 2 ^ (width + r).

Section Divisor.
  Variables width d : Z.
  Hypothesis width_positive : 0 < width.
  Hypothesis d_positive : 0 < d.

  Lemma shift_bounds : 0 <= shift d /\ 2 ^ shift d <= d < 2 * 2 ^ shift d.
  Proof.
    unfold shift. pose proof (Z.log2_nonneg d).
    pose proof (Z.log2_spec d d_positive) as bounds.
    rewrite Z.pow_succ_r in bounds by assumption. lia.
  Qed.

  Lemma scale_splits : scale width d = 2 ^ width * 2 ^ shift d.
  Proof. unfold scale. pose proof shift_bounds. rewrite Z.pow_add_r; lia. Qed.

  Lemma scale_divided :
    scale width d = d * (scale width d / d) + rest width d /\ 0 <= rest width d < d.
  Proof.
    split; [apply Z.div_mod | apply Z.mod_pos_bound]; lia.
  Qed.

  (** Robison 2005: a multiplier that was rounded down divides exactly if T mod d is at most 2^R. *)
  Theorem rounded_down_is_exact id :
    0 < rest width d <= 2 ^ shift d ->
    0 <= id < 2 ^ width ->
    unit_quotient width (shift d) (rounded_down width d) id = id / d.
  Proof.
    intros small id_bounds. unfold unit_quotient, rounded_down, increment, multiplier.
    fold (scale width d).
    destruct scale_divided as [division _]. pose proof scale_splits as splits.
    pose proof (Z.div_mod id d ltac:(lia)) as id_division.
    pose proof (Z.mod_pos_bound id d d_positive) as id_rest.
    set (T := scale width d) in *. set (e := rest width d) in *.
    set (q := T / d) in *. set (n := id / d) in *. set (r := id mod d) in *.
    assert (error : 0 < (id + 1) * e <= T) by nia.
    symmetry. apply (Z.div_unique_pos _ _ _ ((id + 1) * q - T * n)); [| lia].
    assert (scaled : d * ((id + 1) * q - T * n) = (r + 1) * T - (id + 1) * e) by nia.
    assert ((r + 1) * T <= d * T) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (T <= (r + 1) * T) by (rewrite <- (Z.mul_1_l T) at 1; apply Z.mul_le_mono_nonneg_r; lia).
    set (x := (id + 1) * q - T * n) in *. clearbody x.
    split.
    - apply (Z.mul_le_mono_pos_l 0 x d d_positive). lia.
    - apply (Z.mul_lt_mono_pos_l d x T d_positive). lia.
  Qed.

  (** Granlund and Montgomery 1994: a multiplier that was rounded up divides exactly if it is at most
      2^R too large. *)
  Theorem rounded_up_is_exact id :
    d - rest width d <= 2 ^ shift d ->
    0 <= id < 2 ^ width ->
    unit_quotient width (shift d) (rounded_up width d) id = id / d.
  Proof.
    intros small id_bounds. unfold unit_quotient, rounded_up, increment, multiplier.
    fold (scale width d).
    destruct scale_divided as [division bounds]. pose proof scale_splits as splits.
    pose proof (Z.div_mod id d ltac:(lia)) as id_division.
    pose proof (Z.mod_pos_bound id d d_positive) as id_rest.
    set (T := scale width d) in *. set (e := rest width d) in *.
    set (q := T / d) in *. set (n := id / d) in *. set (r := id mod d) in *.
    assert (power : 0 < 2 ^ shift d) by (apply pow2_positive, shift_bounds).
    assert (error : 0 <= id * (d - e) < T).
    { split; [nia |]. rewrite splits.
      apply Z.le_lt_trans with (id * 2 ^ shift d).
      - apply Z.mul_le_mono_nonneg_l; lia.
      - apply Z.mul_lt_mono_pos_r; lia. }
    symmetry. apply (Z.div_unique_pos _ _ _ (id * (q + 1) - T * n)); [| lia].
    assert (scaled : d * (id * (q + 1) - T * n) = r * T + id * (d - e)) by nia.
    assert ((r + 1) * T <= d * T) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (0 <= r * T) by (apply Z.mul_nonneg_nonneg; lia).
    set (x := id * (q + 1) - T * n) in *. clearbody x.
    split.
    - apply (Z.mul_le_mono_pos_l 0 x d d_positive). lia.
    - apply (Z.mul_lt_mono_pos_l d x T d_positive). lia.
  Qed.

  Hypothesis no_power : ~ power_of_two d.

  Lemma rest_positive : 0 < rest width d.
  Proof.
    destruct scale_divided as [division bounds].
    destruct (Z.eq_dec (rest width d) 0) as [zero |]; [exfalso | lia].
    apply no_power, (divides_power_of_two (width + shift d)); [| exact d_positive |].
    - pose proof shift_bounds. lia.
    - exists (scale width d / d). fold (scale width d). lia.
  Qed.

  Lemma above_its_power : 2 ^ shift d < d.
  Proof.
    destruct shift_bounds as [shift_bound bounds].
    destruct (Z.eq_dec d (2 ^ shift d)); [exfalso | lia].
    apply no_power. exists (shift d). split; assumption.
  Qed.

  (** If a multiplier that is rounded down is not exact, one that is rounded up is. *)
  Theorem round_down_is_exact id :
    0 <= id < 2 ^ width ->
    unit_quotient width (shift d) (round_down width d) id = id / d.
  Proof.
    intros id_bounds. unfold round_down.
    pose proof rest_positive. pose proof shift_bounds.
    destruct (Z.leb_spec (rest width d) (2 ^ shift d)).
    - apply rounded_down_is_exact; lia.
    - apply rounded_up_is_exact; lia.
  Qed.

  Theorem nearest_is_exact id :
    0 <= id < 2 ^ width ->
    unit_quotient width (shift d) (nearest width d) id = id / d.
  Proof.
    intros id_bounds. unfold nearest.
    pose proof rest_positive. pose proof shift_bounds.
    pose proof (Z.div_mod d 2 ltac:(lia)). pose proof (Z.mod_pos_bound d 2 ltac:(lia)).
    destruct (Z.leb_spec (rest width d) (d / 2)).
    - apply rounded_down_is_exact; lia.
    - apply rounded_up_is_exact; lia.
  Qed.

  Hypothesis d_fits : d < 2 ^ width.

  Lemma quotient_bounds : 2 ^ (width - 1) <= scale width d / d < 2 ^ width - 1.
  Proof.
    destruct scale_divided as [division bounds]. pose proof scale_splits as splits.
    pose proof shift_bounds as [shift_bound d_bounds]. pose proof above_its_power as above.
    pose proof (pow2_positive (shift d) shift_bound).
    assert (powers : 2 ^ width = 2 * 2 ^ (width - 1)).
    { rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
    assert (shift d < width) by (apply (Z.pow_lt_mono_r_iff 2); lia).
    assert (2 ^ shift d <= 2 ^ (width - 1)) by (apply Z.pow_le_mono_r; lia).
    assert (1 < 2 ^ (width - 1)).
    { destruct (Z.eq_dec width 1) as [one |].
      - subst width. exfalso. apply no_power. exists 0. change (2 ^ 1) with 2 in d_fits. lia.
      - change 1 with (2 ^ 0). apply Z.pow_lt_mono_r; lia. }
    set (q := scale width d / d) in *. set (p := 2 ^ (width - 1)) in *.
    set (a := 2 ^ shift d) in *. rewrite powers in *. clearbody q p a. rewrite splits in division.
    split.
    - apply Z.lt_pred_le, (Z.mul_lt_mono_pos_l d); nia.
    - apply (Z.mul_lt_mono_pos_l d); nia.
  Qed.

  Theorem top_bit_is_one m :
    m = round_down width d \/ m = nearest width d ->
    2 ^ (width - 1) <= multiplier m < 2 ^ width.
  Proof.
    pose proof quotient_bounds. unfold round_down, nearest, rounded_down, rounded_up.
    intros [rule | rule]; subst m;
      match goal with |- context [if ?c then _ else _] => destruct c end; simpl; lia.
  Qed.

  (** The product fits into twice the width: 64 bits. *)
  Theorem product_fits m id :
    m = round_down width d \/ m = nearest width d ->
    0 <= id < 2 ^ width ->
    0 <= (id + increment m) * multiplier m < 2 ^ (2 * width).
  Proof.
    intros rule id_bounds. pose proof (top_bit_is_one m rule) as bounds.
    pose proof (pow2_positive (width - 1) ltac:(lia)).
    assert (0 <= increment m <= 1).
    { unfold round_down, nearest, rounded_down, rounded_up in rule.
      destruct rule; subst m;
        match goal with |- context [if ?c then _ else _] => destruct c end; simpl; lia. }
    replace (2 * width) with (width + width) by lia. rewrite Z.pow_add_r by lia.
    split; [apply Z.mul_nonneg_nonneg; lia |].
    apply Z.le_lt_trans with (2 ^ width * multiplier m).
    - apply Z.mul_le_mono_nonneg_r; lia.
    - apply Z.mul_lt_mono_pos_l; lia.
  Qed.
End Divisor.
