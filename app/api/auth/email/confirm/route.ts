import { db } from "@/db/client";
import { proveEmail } from "@/lib/domain/accounts/change-email";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { findMeByMailbox } from "@/lib/web/session/by-mailbox";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.confirmEmail, async ({ viewer, body, request }) => {
    const userId = await proveEmail(db(), body.token, whereabouts(request.headers), viewer);
    return { user: await findMeByMailbox(db(), userId, viewer) };
  }),
});
