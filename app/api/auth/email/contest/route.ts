import { db } from "@/db/client";
import { contestUndo } from "@/lib/domain/accounts/undo-email";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.contestUndo, async ({ body }) => {
    await contestUndo(db(), body.token);
    return { success: true as const };
  }),
});
