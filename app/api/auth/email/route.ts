import { db } from "@/db/client";
import { requestEmailChange } from "@/lib/domain/accounts/change-email";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.changeEmail, async ({ viewer, body, request }) => {
    await requestEmailChange(db(), viewer, body, whereabouts(request.headers));
    return { success: true as const };
  }),
});
