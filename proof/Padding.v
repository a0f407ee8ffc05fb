(** Padded vertex counts. *)

From Coq Require Import ZArith Lia List.
From MaliInstancing Require Import Powers.
Import ListNotations.
Open Scope Z_scope.

(** The counts that the hardware can express. *)
Definition representable (count : Z) : Prop :=
  exists odd exponent, In odd [1; 3; 5; 7; 9] /\ 0 <= exponent /\ count = odd * 2 ^ exponent.

Definition smallest (allowed : Z -> Prop) (count : Z) : Prop :=
  allowed count /\ forall other, allowed other -> count <= other.

(** The value to which the top four bits of a count are rounded up, in eighths of the power of two below. *)
Definition eighths (top : Z) : Z :=
  match top with
  | 8 => 9
  | 9 => 10
  | 10 | 11 => 12
  | 12 | 13 => 14
  | _ => 16
  end.

Definition low_bits (count : Z) : Z := Z.log2 count - 3.

(** [pad_tight] of the code. *)
Definition pad_tight (vertices : Z) : Z :=
  let below := vertices - 1 in
  if below <? 8 then vertices
  else eighths (below / 2 ^ low_bits below) * 2 ^ low_bits below.

(** [pad_tight] of [above] of the code. *)
Definition pad_hardware (vertices : Z) : Z := pad_tight (Z.lor vertices 3 + 1).

(** The table of the documentation. *)
Definition documented (vertices : Z) : Z :=
  if vertices <? 20 then 4 * (vertices / 4) + 4
  else eighths (vertices / 2 ^ low_bits vertices) * 2 ^ low_bits vertices.

(** A count of 8 and more consists of its top four bits, 8 to 15, and the bits below them. *)
Lemma top_bits count :
  8 <= count ->
  0 <= low_bits count /\ 8 <= count / 2 ^ low_bits count <= 15.
Proof.
  intros large.
  assert (log : 3 <= Z.log2 count) by (change 3 with (Z.log2 8); apply Z.log2_le_mono; lia).
  unfold low_bits. split; [lia |].
  pose proof (Z.log2_spec count ltac:(lia)) as bounds.
  pose proof (pow2_positive (Z.log2 count - 3) ltac:(lia)).
  rewrite Z.pow_succ_r in bounds by lia.
  assert (split : 2 ^ Z.log2 count = 8 * 2 ^ (Z.log2 count - 3)).
  { change 8 with (2 ^ 3). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  split.
  - apply Z.div_le_lower_bound; lia.
  - apply Z.lt_succ_r, Z.div_lt_upper_bound; lia.
Qed.

(** The representable counts between two powers of two are 9, 10, 12 and 14 eighths of the lower one. *)
Lemma nothing_between below other :
  8 <= below -> representable other -> below < other ->
  eighths (below / 2 ^ low_bits below) * 2 ^ low_bits below <= other.
Proof.
  intros large [odd [exponent [odd_is [exponent_bound other_is]]]] above.
  destruct (top_bits below large) as [low_bound top_bounds].
  set (low := low_bits below) in *.
  pose proof (pow2_positive low low_bound).
  assert (start : 2 ^ low * (below / 2 ^ low) <= below) by (apply Z.mul_div_le; lia).
  set (top := below / 2 ^ low) in *. clearbody top.
  assert (powers : forall j, 0 <= j -> 2 ^ (low + j) = 2 ^ low * 2 ^ j)
    by (intros; apply Z.pow_add_r; lia).
  pose proof (powers 0 ltac:(lia)) as power0. pose proof (powers 1 ltac:(lia)) as power1.
  pose proof (powers 2 ltac:(lia)) as power2. pose proof (powers 3 ltac:(lia)) as power3.
  pose proof (powers 4 ltac:(lia)) as power4.
  change (2 ^ 0) with 1 in power0. change (2 ^ 1) with 2 in power1.
  change (2 ^ 2) with 4 in power2. change (2 ^ 3) with 8 in power3.
  change (2 ^ 4) with 16 in power4.
  assert (places : exponent <= low - 1 \/ exponent = low + 0 \/ exponent = low + 1 \/
    exponent = low + 2 \/ exponent = low + 3 \/ low + 4 <= exponent) by lia.
  assert (below_low : exponent <= low - 1 -> 2 * 2 ^ exponent <= 2 ^ low).
  { intros. rewrite <- Z.pow_succ_r by lia. apply pow2_at_most; lia. }
  assert (above_low : low + 4 <= exponent -> 16 * 2 ^ low <= 2 ^ exponent).
  { intros. rewrite Z.mul_comm, <- power4. apply pow2_at_most; lia. }
  pose proof (pow2_positive exponent exponent_bound).
  assert (tops : top = 8 \/ top = 9 \/ top = 10 \/ top = 11 \/ top = 12 \/ top = 13 \/ top = 14 \/ top = 15) by lia.
  simpl in odd_is.
  destruct places as [place | [place | [place | [place | [place | place]]]]];
    try (specialize (below_low place)); try (specialize (above_low place)); try subst exponent;
    decompose [or] odd_is; try contradiction; subst odd;
    decompose [or] tops; subst top; cbn [eighths] in *; lia.
Qed.

Lemma eighths_are_representable top low :
  8 <= top <= 15 -> 0 <= low -> representable (eighths top * 2 ^ low).
Proof.
  intros top_bounds low_bound.
  assert (powers : forall j, 0 <= j -> 2 ^ (low + j) = 2 ^ low * 2 ^ j)
    by (intros; apply Z.pow_add_r; lia).
  assert (tops : top = 8 \/ top = 9 \/ top = 10 \/ top = 11 \/ top = 12 \/ top = 13 \/ top = 14 \/ top = 15) by lia.
  unfold representable.
  decompose [or] tops; subst top; cbn [eighths];
    [ exists 9, (low + 0) | exists 5, (low + 1) | exists 3, (low + 2) | exists 3, (low + 2)
    | exists 7, (low + 1) | exists 7, (low + 1) | exists 1, (low + 4) | exists 1, (low + 4) ];
    (split; [simpl; tauto | split; [lia | rewrite powers by lia; lia]]).
Qed.

Lemma eighths_round_up count :
  8 <= count -> count < eighths (count / 2 ^ low_bits count) * 2 ^ low_bits count.
Proof.
  intros large. destruct (top_bits count large) as [low_bound top_bounds].
  pose proof (pow2_positive (low_bits count) low_bound).
  pose proof (Z.mul_succ_div_gt count (2 ^ low_bits count) ltac:(lia)).
  set (top := count / 2 ^ low_bits count) in *. clearbody top.
  assert (top + 1 <= eighths top).
  { assert (tops : top = 8 \/ top = 9 \/ top = 10 \/ top = 11 \/ top = 12 \/ top = 13 \/ top = 14 \/ top = 15) by lia.
    decompose [or] tops; subst top; cbn [eighths]; lia. }
  nia.
Qed.

(** Every count up to 8 is representable. *)
Lemma small_counts_are_representable count : 1 <= count <= 8 -> representable count.
Proof.
  intros bounds. unfold representable.
  assert (counts : count = 1 \/ count = 2 \/ count = 3 \/ count = 4 \/ count = 5 \/ count = 6 \/ count = 7 \/ count = 8) by lia.
  decompose [or] counts; subst count;
    [ exists 1, 0 | exists 1, 1 | exists 3, 0 | exists 1, 2 | exists 5, 0 | exists 3, 1 | exists 7, 0 | exists 1, 3 ];
    (split; [simpl; tauto | split; [lia | reflexivity]]).
Qed.

(** [Padding::Tight]: the smallest representable count that is at least the number of vertices. *)
Theorem tight_is_smallest vertices :
  1 <= vertices ->
  smallest (fun count => representable count /\ vertices <= count) (pad_tight vertices).
Proof.
  intros positive. unfold smallest, pad_tight.
  destruct (Z.ltb_spec (vertices - 1) 8) as [small | large].
  - split; [split; [apply small_counts_are_representable; lia | lia] |].
    intros other [_ at_least]. exact at_least.
  - destruct (top_bits (vertices - 1) large) as [low_bound top_bounds].
    split; [split |].
    + apply eighths_are_representable; assumption.
    + pose proof (eighths_round_up (vertices - 1) large). lia.
    + intros other [other_is at_least]. apply nothing_between; [assumption.. | lia].
Qed.

(** The documented properties of a padded count. *)
Definition promised (vertices : Z) : Z -> Prop :=
  smallest (fun count => representable count /\ (4 | count) /\ vertices < count).

Lemma smallest_is_unique allowed first second :
  smallest allowed first -> smallest allowed second -> first = second.
Proof.
  intros [first_allowed first_smallest] [second_allowed second_smallest].
  specialize (first_smallest second second_allowed). specialize (second_smallest first first_allowed).
  lia.
Qed.

Lemma shifted_by_two_is_multiple factor low : 2 <= low -> (4 | factor * 2 ^ low).
Proof.
  intros. exists (factor * 2 ^ (low - 2)).
  replace low with (low - 2 + 2) at 1 by lia. rewrite Z.pow_add_r by lia. change (2 ^ 2) with 4. ring.
Qed.

Lemma low_bits_of_32 count : 32 <= count -> 2 <= low_bits count.
Proof.
  intros. unfold low_bits.
  assert (5 <= Z.log2 count) by (change 5 with (Z.log2 32); apply Z.log2_le_mono; lia). lia.
Qed.

Lemma next_multiple_of_four vertices other :
  (4 | other) -> vertices < other -> 4 * (vertices / 4) + 4 <= other.
Proof.
  intros [factor is] above. subst other.
  pose proof (Z.div_mod vertices 4 ltac:(lia)). pose proof (Z.mod_pos_bound vertices 4 ltac:(lia)).
  lia.
Qed.

Lemma lor_3 vertices : 0 <= vertices -> Z.lor vertices 3 = 4 * (vertices / 4) + 3.
Proof.
  intros not_negative. rewrite (Z.div_mod vertices 4) at 1 by lia.
  pose proof (Z.mod_pos_bound vertices 4 ltac:(lia)) as rest.
  pose proof (Z.div_pos vertices 4 not_negative ltac:(lia)).
  set (q := vertices / 4) in *. set (r := vertices mod 4) in *. clearbody q r.
  assert (rests : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  decompose [or] rests; subst r; destruct q as [| p | p]; try reflexivity; lia.
Qed.

(** A multiple of four is padded to a multiple of four. *)
Lemma tight_keeps_fours fours : 1 <= fours -> (4 | pad_tight (4 * fours)).
Proof.
  intros positive.
  assert (cases : fours = 1 \/ fours = 2 \/ fours = 3 \/ fours = 4 \/ fours = 5 \/ fours = 6 \/
    fours = 7 \/ fours = 8 \/ 9 <= fours) by lia.
  destruct cases as [is | [is | [is | [is | [is | [is | [is | [is | large]]]]]]]];
    try (subst fours; apply Z.mod_divide; [lia | reflexivity]).
  unfold pad_tight. destruct (Z.ltb_spec (4 * fours - 1) 8) as [small | _]; [lia |].
  apply shifted_by_two_is_multiple, low_bits_of_32. lia.
Qed.

(** [Padding::Hardware]: the smallest representable multiple of four above the number of vertices. *)
Theorem hardware_is_as_promised vertices :
  0 <= vertices -> promised vertices (pad_hardware vertices).
Proof.
  intros not_negative. unfold pad_hardware. rewrite lor_3 by assumption.
  replace (4 * (vertices / 4) + 3 + 1) with (4 * (vertices / 4 + 1)) by ring.
  pose proof (Z.div_pos vertices 4 not_negative ltac:(lia)).
  pose proof (Z.mul_succ_div_gt vertices 4 ltac:(lia)).
  destruct (tight_is_smallest (4 * (vertices / 4 + 1)) ltac:(lia)) as [[is at_least] least].
  unfold promised. split; [split; [exact is | split] |].
  - apply tight_keeps_fours. lia.
  - lia.
  - intros other [other_is [other_fours above]]. apply least. split; [exact other_is |].
    pose proof (next_multiple_of_four vertices other other_fours above). lia.
Qed.

(** The same for the table of the documentation. *)
Theorem documented_is_as_promised vertices :
  0 <= vertices -> promised vertices (documented vertices).
Proof.
  intros not_negative. unfold promised, documented.
  destruct (Z.ltb_spec vertices 20) as [small | large].
  - pose proof (Z.div_pos vertices 4 not_negative ltac:(lia)).
    pose proof (Z.div_lt_upper_bound vertices 4 5 ltac:(lia) ltac:(lia)).
    pose proof (Z.mul_succ_div_gt vertices 4 ltac:(lia)).
    split; [split; [| split; [exists (vertices / 4 + 1); ring | lia]] |].
    + set (q := vertices / 4) in *. clearbody q.
      assert (quarters : q = 0 \/ q = 1 \/ q = 2 \/ q = 3 \/ q = 4) by lia. unfold representable.
      decompose [or] quarters; subst q;
        [ exists 1, 2 | exists 1, 3 | exists 3, 2 | exists 1, 4 | exists 5, 2 ];
        (split; [simpl; tauto | split; [lia | reflexivity]]).
    + intros other [_ [fours above]]. apply next_multiple_of_four; assumption.
  - destruct (top_bits vertices ltac:(lia)) as [low_bound top_bounds].
    split; [split; [| split] |].
    + apply eighths_are_representable; assumption.
    + destruct (Z.le_gt_cases 32 vertices) as [larger | smaller].
      * apply shifted_by_two_is_multiple, low_bits_of_32. assumption.
      * assert (between : vertices = 20 \/ vertices = 21 \/ vertices = 22 \/ vertices = 23 \/
          vertices = 24 \/ vertices = 25 \/ vertices = 26 \/ vertices = 27 \/ vertices = 28 \/
          vertices = 29 \/ vertices = 30 \/ vertices = 31) by lia.
        decompose [or] between; subst vertices; apply Z.mod_divide; (lia || reflexivity).
    + apply eighths_round_up. lia.
    + intros other [other_is [_ above]]. apply nothing_between; [lia | assumption | assumption].
Qed.

Theorem code_is_documentation vertices :
  0 <= vertices -> pad_hardware vertices = documented vertices.
Proof.
  intros. apply (smallest_is_unique _ _ _ (hardware_is_as_promised vertices ltac:(assumption))
    (documented_is_as_promised vertices ltac:(assumption))).
Qed.

(** The largest representable counts of 32 bits. *)
Lemma largest_is_representable : representable 0xE0000000.
Proof. exists 7, 29. split; [simpl; tauto | split; [lia | reflexivity]]. Qed.

Theorem tight_fits vertices : 1 <= vertices <= 0xE0000000 -> pad_tight vertices <= 0xE0000000.
Proof.
  intros bounds. destruct (tight_is_smallest vertices ltac:(lia)) as [_ least].
  apply least. split; [apply largest_is_representable | lia].
Qed.

Theorem hardware_fits vertices : 0 <= vertices <= 0xDFFFFFFF -> pad_hardware vertices <= 0xE0000000.
Proof.
  intros bounds. destruct (hardware_is_as_promised vertices ltac:(lia)) as [_ least].
  apply least. split; [apply largest_is_representable | split; [exists 0x38000000; reflexivity | lia]].
Qed.

(** For larger counts no padded count below 2^32 is representable. *)
Theorem nothing_fits_above count :
  representable count -> 0xE0000000 < count -> 2 ^ 32 <= count.
Proof.
  intros is above.
  pose proof (nothing_between 0xE0000000 count ltac:(lia) is above) as least. exact least.
Qed.
