import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { contract } from "@/lib/web/contract";
import { MAX_AGE, readDb } from "@/lib/web/read-db";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.leaderboard, async ({ viewer, query }) => {
    return readDb(MAX_AGE.leaderboard, (db) => listLeaderboard(db, { ...query, viewerId: viewer.id }));
  }),
});
