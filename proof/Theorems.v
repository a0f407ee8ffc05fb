(** The theorems, and that they rest on no axiom: each is "Closed under the global context". *)

From Coq Require Import ZArith.
From MaliInstancing Require Import Powers Divisor PowerOfTwo OddPart Padding.
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
