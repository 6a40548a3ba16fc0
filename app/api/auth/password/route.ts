import { db } from "@/db/client";
import { changePassword } from "@/lib/domain/accounts/change-password";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { currentToken } from "@/lib/web/session";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.changePassword, async ({ viewer, body, request }) => {
    const from = whereabouts(request.headers);
    await changePassword(db(), viewer, body, { token: await currentToken(), from });
    return { success: true as const };
  }),
});
