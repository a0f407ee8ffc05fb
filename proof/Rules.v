(** The rules of padding, with index-driven vertex shading and without, and the 8-bit form of a padded
    count, which the code computes. *)

From Coq Require Import ZArith Lia List.
From MaliInstancing Require Import Powers Padding.
Import ListNotations.
Open Scope Z_scope.

(** [Padding] of the code. *)
Inductive rule := Hardware | Tight | Mesa.

(** [PaddedCount::new]. *)
Definition pad (by_rule : rule) (vertices : Z) : Z :=
  match by_rule with
  | Hardware => pad_hardware vertices
  | Tight => pad_tight vertices
  | Mesa => if vertices <? 20 then pad_tight vertices else pad_hardware vertices
  end.

(** [PaddedCount::for_idvs]: the next multiple of four, which is then padded. *)
Definition next_four (vertices : Z) : Z := 4 * ((vertices + 3) / 4).
Definition pad_for_idvs (by_rule : rule) (vertices : Z) : Z := pad by_rule (next_four vertices).

(** Every vertex has a thread, and the hardware can express the count. *)
Theorem padded_has_every_vertex by_rule vertices :
  1 <= vertices -> representable (pad by_rule vertices) /\ vertices <= pad by_rule vertices.
Proof.
  intros positive.
  destruct (tight_is_smallest vertices positive) as [tight _].
  destruct (hardware_is_as_promised vertices ltac:(lia)) as [[hardware [_ above]] _].
  assert (of_hardware : representable (pad_hardware vertices) /\ vertices <= pad_hardware vertices)
    by (split; [exact hardware | lia]).
  destruct by_rule; simpl; try assumption.
  destruct (vertices <? 20); assumption.
Qed.

Lemma next_four_bounds vertices :
  1 <= vertices -> vertices <= next_four vertices < vertices + 4 /\ 1 <= (vertices + 3) / 4.
Proof.
  intros. unfold next_four.
  pose proof (Z.div_mod (vertices + 3) 4 ltac:(lia)).
  pose proof (Z.mod_pos_bound (vertices + 3) 4 ltac:(lia)). lia.
Qed.

(** With index-driven vertex shading, the number of threads is a multiple of four under every rule. *)
Theorem idvs_has_every_vertex_in_fours by_rule vertices :
  1 <= vertices ->
  representable (pad_for_idvs by_rule vertices) /\ (4 | pad_for_idvs by_rule vertices) /\
  vertices <= pad_for_idvs by_rule vertices.
Proof.
  intros positive. pose proof (next_four_bounds vertices positive) as [bounds fours].
  destruct (padded_has_every_vertex by_rule (next_four vertices) ltac:(lia)) as [is at_least].
  unfold pad_for_idvs. split; [exact is | split; [| lia]].
  assert (tight : (4 | pad_tight (next_four vertices))) by (apply tight_keeps_fours; assumption).
  destruct (hardware_is_as_promised (next_four vertices) ltac:(lia)) as [[_ [hardware _]] _].
  destruct by_rule; simpl; try assumption.
  destruct (next_four vertices <? 20); assumption.
Qed.

(** Up to [Padding::maximum], a padded count fits 32 bits. *)
Theorem padded_fits by_rule vertices :
  1 <= vertices <= 0xDFFFFFFF -> pad by_rule vertices <= 0xE0000000.
Proof.
  intros. destruct by_rule; simpl;
    try (destruct (vertices <? 20)); (apply hardware_fits || apply tight_fits); lia.
Qed.

(** [padded_bits] of the code: the exponent in bits 0 to 4, half of the odd part in bits 5 to 7. *)
Definition padded_bits (odd exponent : Z) : Z := Z.lor (Z.shiftl (odd / 2) 5) exponent.

(** [PaddedCount::get]. *)
Definition value (bits : Z) : Z := Z.shiftl (Z.shiftr bits 5 * 2 + 1) (Z.land bits 31).

Lemma value_of_padded_bits odd exponent :
  In odd [1; 3; 5; 7; 9] -> 0 <= exponent < 32 ->
  value (padded_bits odd exponent) = odd * 2 ^ exponent /\ 0 <= padded_bits odd exponent < 256.
Proof.
  intros odd_is bounds.
  assert (number : exists n, (n < 32)%nat /\ exponent = Z.of_nat n)
    by (exists (Z.to_nat exponent); lia).
  destruct number as [n [n_bound is]]. subst exponent. clear bounds.
  simpl in odd_is.
  do 32 (destruct n as [| n];
    [decompose [or] odd_is; try contradiction; subst odd; split; (reflexivity || (split; reflexivity || discriminate)) |]).
  lia.
Qed.

Fixpoint trailing_zeros (number : positive) : Z :=
  match number with
  | xO half => 1 + trailing_zeros half
  | _ => 0
  end.

(** [pad_tight] of the code, whose [28 - leading_zeros] is [low_bits] of a number of 32 bits. *)
Definition pad_tight_bits (vertices : Z) : Z :=
  let below := vertices - 1 in
  if below <? 8 then
    let exponent := trailing_zeros (Z.to_pos vertices) in
    padded_bits (Z.shiftr vertices exponent) exponent
  else
    let low := low_bits below in
    match below / 2 ^ low with
    | 8 => padded_bits 9 low
    | 9 => padded_bits 5 (low + 1)
    | 10 | 11 => padded_bits 3 (low + 2)
    | 12 | 13 => padded_bits 7 (low + 1)
    | _ => padded_bits 1 (low + 4)
    end.

(** [pad_hardware] of the code. *)
Definition pad_hardware_bits (vertices : Z) : Z := pad_tight_bits (Z.lor vertices 3 + 1).

Theorem tight_bits_are_the_count vertices :
  1 <= vertices <= 0xE0000000 ->
  value (pad_tight_bits vertices) = pad_tight vertices /\ 0 <= pad_tight_bits vertices < 256.
Proof.
  intros bounds. unfold pad_tight_bits, pad_tight.
  destruct (Z.ltb_spec (vertices - 1) 8) as [small | large].
  - assert (counts : vertices = 1 \/ vertices = 2 \/ vertices = 3 \/ vertices = 4 \/ vertices = 5 \/
      vertices = 6 \/ vertices = 7 \/ vertices = 8) by lia.
    decompose [or] counts; subst vertices; split; (reflexivity || (split; reflexivity || discriminate)).
  - destruct (top_bits (vertices - 1) large) as [low_bound tops].
    assert (log : low_bits (vertices - 1) <= 28).
    { unfold low_bits. assert (Z.log2 (vertices - 1) <= Z.log2 0xFFFFFFFF) by (apply Z.log2_le_mono; lia).
      change (Z.log2 0xFFFFFFFF) with 31 in *. lia. }
    assert (start : 2 ^ low_bits (vertices - 1) * ((vertices - 1) / 2 ^ low_bits (vertices - 1)) <= vertices - 1)
      by (apply Z.mul_div_le, pow2_positive; assumption).
    set (low := low_bits (vertices - 1)) in *. set (top := (vertices - 1) / 2 ^ low) in *. clearbody top.
    assert (last : 14 <= top -> low <= 27).
    { intros. destruct (Z.eq_dec low 28) as [is |]; [exfalso | lia].
      rewrite is in start. change (2 ^ 28) with 0x10000000 in start. lia. }
    clearbody low.
    assert (powers : forall j, 0 <= j -> 2 ^ (low + j) = 2 ^ low * 2 ^ j) by (intros; apply Z.pow_add_r; lia).
    assert (cases : top = 8 \/ top = 9 \/ top = 10 \/ top = 11 \/ top = 12 \/ top = 13 \/ top = 14 \/ top = 15) by lia.
    decompose [or] cases; subst top; cbn [eighths];
      match goal with
      | |- value (padded_bits ?odd ?exponent) = _ /\ _ =>
          destruct (value_of_padded_bits odd exponent ltac:(simpl; tauto) ltac:(lia)) as [is fits]
      end; (split; [rewrite is | exact fits]);
      try (rewrite powers by lia); try reflexivity;
      change (2 ^ 1) with 2 in *; change (2 ^ 2) with 4 in *; change (2 ^ 4) with 16 in *; ring.
Qed.

Theorem hardware_bits_are_the_count vertices :
  0 <= vertices <= 0xDFFFFFFF ->
  value (pad_hardware_bits vertices) = pad_hardware vertices /\ 0 <= pad_hardware_bits vertices < 256.
Proof.
  intros bounds. unfold pad_hardware_bits, pad_hardware.
  apply tight_bits_are_the_count. rewrite lor_3 by lia.
  pose proof (Z.div_pos vertices 4 ltac:(lia) ltac:(lia)).
  pose proof (Z.div_lt_upper_bound vertices 4 0x38000000 ltac:(lia) ltac:(lia)). lia.
Qed.
