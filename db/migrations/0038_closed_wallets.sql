-- What the books have in an account of PayPal's that was left before it was emptied is looked for once.
UPDATE "payee_accounts" SET "check_at" = now() WHERE "provider" = 'paypal' AND "closed_at" IS NOT NULL;
