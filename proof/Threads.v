(** The values that a thread of a draw reads: its vertex, its instance, and the element of its instance.

    A draw has [instances] instances of [padded] threads each: the vertices and the padding.
    The thread of a vertex and an instance has the linear id [instance * padded + vertex]. *)

From Coq Require Import ZArith Lia.
From MaliInstancing Require Import Powers Divisor PowerOfTwo.
Open Scope Z_scope.

Definition linear_id (padded instance vertex : Z) : Z := instance * padded + vertex.

(** [PowerOfTwo::new] of the code. *)
Definition is_power_of_two (d : Z) : bool := d =? 2 ^ Z.log2 d.

(** The element that an instanced attribute reads, by the mode that [FetchMode::new] takes:
    constant if padded count times divisor does not fit 32 bits, which requires a known number of
    instances; a shift by a power of two; otherwise a multiplication, under either rounding. *)
Definition element (rounding : Z -> Z -> magic) (padded divisor id : Z) : Z :=
  let product := padded * divisor in
  if 2 ^ 32 <=? product then 0
  else if is_power_of_two product then Z.shiftr id (Z.log2 product)
  else unit_quotient 32 (shift product) (rounding 32 product) id.

Section Thread.
  Variables padded instances instance vertex : Z.
  Hypothesis vertex_bounds : 0 <= vertex < padded.
  Hypothesis instance_bounds : 0 <= instance < instances.
  (** [ThreadCount::new]: the ids of all threads fit 32 bits. *)
  Hypothesis threads_fit : padded * instances <= 2 ^ 32.

  Theorem ids_fit : 0 <= linear_id padded instance vertex < 2 ^ 32.
  Proof.
    unfold linear_id. split; [apply Z.add_nonneg_nonneg; [apply Z.mul_nonneg_nonneg |]; lia |].
    apply Z.lt_le_trans with ((instance + 1) * padded); [lia |].
    apply Z.le_trans with (instances * padded); [apply Z.mul_le_mono_nonneg_r |]; lia.
  Qed.

  (** The mode "modulus": attributes per vertex, and V4's vertex ID. *)
  Theorem modulus_is_vertex : linear_id padded instance vertex mod padded = vertex.
  Proof. unfold linear_id. symmetry. apply Z.mod_unique with instance; lia. Qed.

  (** V4's instance ID. *)
  Theorem quotient_is_instance : linear_id padded instance vertex / padded = instance.
  Proof. unfold linear_id. symmetry. apply Z.div_unique with vertex; lia. Qed.

  (** The hardware divides once by padded count times divisor. *)
  Theorem product_divides divisor :
    0 < divisor -> linear_id padded instance vertex / (padded * divisor) = instance / divisor.
  Proof. intros. rewrite <- Z.div_div by lia. rewrite quotient_is_instance. reflexivity. Qed.

  (** No id reaches a product above 32 bits. *)
  Theorem large_product_is_constant divisor :
    0 < divisor -> 2 ^ 32 <= padded * divisor -> instance / divisor = 0.
  Proof.
    intros positive large. rewrite <- product_divides by assumption.
    apply Z.div_small. pose proof ids_fit. lia.
  Qed.

  Lemma product_is_no_power divisor :
    0 < divisor -> is_power_of_two (padded * divisor) = false -> ~ power_of_two (padded * divisor).
  Proof.
    intros positive differs [k [k_bound is]]. unfold is_power_of_two in differs.
    rewrite is, Z.log2_pow2, Z.eqb_refl in differs by assumption. discriminate.
  Qed.

  Lemma a_thread_reads_its_element rounding divisor :
    (forall width d, 0 < width -> 0 < d -> ~ power_of_two d -> forall id, 0 <= id < 2 ^ width ->
      unit_quotient width (shift d) (rounding width d) id = id / d) ->
    0 < divisor ->
    element rounding padded divisor (linear_id padded instance vertex) = instance / divisor.
  Proof.
    intros is_exact positive. unfold element. pose proof ids_fit as bounds.
    destruct (Z.leb_spec (2 ^ 32) (padded * divisor)) as [large |].
    - symmetry. apply large_product_is_constant; assumption.
    - rewrite <- product_divides by assumption.
      destruct (is_power_of_two (padded * divisor)) eqn:power.
      + unfold is_power_of_two in power. apply Z.eqb_eq in power.
        rewrite shifting_is_exact by apply Z.log2_nonneg. rewrite <- power. reflexivity.
      + apply is_exact; [lia | apply Z.mul_pos_pos; lia | | exact bounds].
        apply product_is_no_power; assumption.
  Qed.

  (** A thread of an instanced draw reads the element instance / divisor in every mode. *)
  Theorem element_rounded_down divisor :
    0 < divisor ->
    element round_down padded divisor (linear_id padded instance vertex) = instance / divisor.
  Proof. apply a_thread_reads_its_element. exact round_down_is_exact. Qed.

  Theorem element_to_nearest divisor :
    0 < divisor ->
    element nearest padded divisor (linear_id padded instance vertex) = instance / divisor.
  Proof. apply a_thread_reads_its_element. exact nearest_is_exact. Qed.
End Thread.

(** A draw of one instance has its vertices as ids, and reads element 0 of attributes that step per instance. *)
Theorem one_instance_is_linear padded vertex divisor :
  0 < divisor -> linear_id padded 0 vertex = vertex /\ 0 / divisor = 0.
Proof. intros. split; [reflexivity | apply Z.div_0_l; lia]. Qed.
