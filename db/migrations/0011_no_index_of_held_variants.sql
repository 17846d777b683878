-- What a customer's own checkout holds is found by the checkout: nothing looks through all that ever held a variant,
-- and no variant is ever deleted.
DROP INDEX "checkout_lines_variant_id_index";
