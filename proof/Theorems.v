(** The theorems. None of them relies on an axiom: each is "Closed under the global context". *)

From Coq Require Import ZArith.
From MaliInstancing Require Import Powers Divisor PowerOfTwo OddPart Padding Threads Template Rules.
Open Scope Z_scope.

Check rounded_down_is_exact. Print Assumptions rounded_down_is_exact.
Check rounded_up_is_exact. Print Assumptions rounded_up_is_exact.
Check round_down_is_exact. Print Assumptions round_down_is_exact.
Check nearest_is_exact. Print Assumptions nearest_is_exact.
Check top_bit_is_one. Print Assumptions top_bit_is_one.
Check product_fits. Print Assumptions product_fits.
Check shifting_is_exact. Print Assumptions shifting_is_exact.
Check power_of_two_is_exact. Print Assumptions power_of_two_is_exact.
Check one_is_exact. Print Assumptions one_is_exact.
Check round_down_of_odd_part. Print Assumptions round_down_of_odd_part.
Check nearest_of_odd_part. Print Assumptions nearest_of_odd_part.
Check round_down_of_normalized. Print Assumptions round_down_of_normalized.
Check nearest_of_normalized. Print Assumptions nearest_of_normalized.
Check tight_is_smallest. Print Assumptions tight_is_smallest.
Check hardware_is_as_promised. Print Assumptions hardware_is_as_promised.
Check documented_is_as_promised. Print Assumptions documented_is_as_promised.
Check code_is_documentation. Print Assumptions code_is_documentation.
Check tight_fits. Print Assumptions tight_fits.
Check hardware_fits. Print Assumptions hardware_fits.
Check nothing_fits_above. Print Assumptions nothing_fits_above.
Check ids_fit. Print Assumptions ids_fit.
Check modulus_is_vertex. Print Assumptions modulus_is_vertex.
Check quotient_is_instance. Print Assumptions quotient_is_instance.
Check product_divides. Print Assumptions product_divides.
Check large_product_is_constant. Print Assumptions large_product_is_constant.
Check element_rounded_down. Print Assumptions element_rounded_down.
Check element_to_nearest. Print Assumptions element_to_nearest.
Check one_instance_is_linear. Print Assumptions one_instance_is_linear.
Check r_of_draw. Print Assumptions r_of_draw.
Check round_down_of_draw. Print Assumptions round_down_of_draw.
Check nearest_of_draw. Print Assumptions nearest_of_draw.
Check mode_of_draw. Print Assumptions mode_of_draw.
Check r_fits. Print Assumptions r_fits.
Check template_reads_the_element. Print Assumptions template_reads_the_element.
Check padded_has_every_vertex. Print Assumptions padded_has_every_vertex.
Check idvs_has_every_vertex_in_fours. Print Assumptions idvs_has_every_vertex_in_fours.
Check padded_fits. Print Assumptions padded_fits.
Check tight_bits_are_the_count. Print Assumptions tight_bits_are_the_count.
Check hardware_bits_are_the_count. Print Assumptions hardware_bits_are_the_count.
