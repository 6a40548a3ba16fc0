import { bigint, pgTable, smallint } from "drizzle-orm/pg-core";
import { cents } from "./columns";

/**
 * What the auth screen tells of the community (specification 2), kept by a trigger on `requests`, so that reading it costs the same however
 * many there are. The sum of the rows counts; there are several so that writers seldom wait for one another.
 */
export const liveStats = pgTable("live_stats", {
  shard: smallint().primaryKey(),
  activeRequests: bigint({ mode: "number" }).notNull(),
  totalRaised: cents().notNull(),
});
