import { db } from "@/db/client";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.leaderboard, async ({ viewer, query }) => {
    return listLeaderboard(db(), { ...query, viewerId: viewer.id });
  }),
});
