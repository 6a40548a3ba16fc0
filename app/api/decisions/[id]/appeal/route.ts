import { db } from "@/db/client";
import { appealDecision } from "@/lib/domain/safety/appeal";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.appealDecision, async ({ viewer, params, body, isRetry }) => {
    await appealDecision(db(), viewer, { id: params.id, text: body.text }, isRetry);
    return { success: true as const };
  }),
});
