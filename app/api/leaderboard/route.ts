import { db } from "@/db/client";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { contract } from "@/lib/web/contract";
import { limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.leaderboard, async ({ viewer, query }) => {
    if (query.search) await limit(db(), "search", viewer.id);
    return listLeaderboard(db(), { ...query, viewerId: viewer.id });
  }),
});
