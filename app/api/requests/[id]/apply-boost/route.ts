import { db } from "@/db/client";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.applyBoost, async ({ viewer, params, body, operationId }) =>
    applyBoost(db(), viewer, { requestId: params.id, boostType: body.boostType }, operationId),
  ),
});
