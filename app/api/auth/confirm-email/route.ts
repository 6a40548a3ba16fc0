import { db } from "@/db/client";
import { confirmEmail } from "@/lib/domain/accounts/confirm-email";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.confirmEmail, async ({ body }) => {
    await confirmEmail(db(), body.token);
    return { success: true as const };
  }),
});
