-- What was credited before reviews began is looked at too: a refund or a lost dispute that nobody told of would never be found.
UPDATE donations SET review_at = settled_at + interval '1 hour'
WHERE payment_status = 'completed' AND credited_at IS NOT NULL AND review_at IS NULL AND settled_at > now() - interval '120 days';
