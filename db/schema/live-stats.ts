import { bigint, pgTable, smallint } from "drizzle-orm/pg-core";
import { cents } from "./columns";

/**
 * The figures of the auth screen (specification 2), written by a trigger on `requests`, so that reading them costs the
 * same for any number of requests. They are the sums of all rows: with several, writers seldom wait for each other.
 */
export const liveStats = pgTable("live_stats", {
  shard: smallint().primaryKey(),
  activeRequests: bigint({ mode: "number" }).notNull(),
  totalRaised: cents().notNull(),
});
