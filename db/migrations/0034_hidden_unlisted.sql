-- The leaderboard lists nobody whom a decision hides (D37, D57).
DROP TRIGGER "users_listing" ON "users";--> statement-breakpoint
CREATE TRIGGER users_listing AFTER UPDATE OF anonymous_profile, erased_at, hidden_at ON "users" FOR EACH ROW
  WHEN ((NOT OLD.anonymous_profile AND OLD.erased_at IS NULL AND OLD.hidden_at IS NULL)
    <> (NOT NEW.anonymous_profile AND NEW.erased_at IS NULL AND NEW.hidden_at IS NULL))
  EXECUTE FUNCTION list_donations();--> statement-breakpoint
-- A new database has nobody yet, and no functions for the triggers of this table.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "users" WHERE hidden_at IS NOT NULL) THEN
    UPDATE "donation_totals" SET listed = false
    WHERE listed AND user_id IN (SELECT id FROM "users" WHERE hidden_at IS NOT NULL);
  END IF;
END $$;
