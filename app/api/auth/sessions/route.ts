import { db } from "@/db/client";
import { listSessions } from "@/lib/domain/sessions/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { currentToken } from "@/lib/web/session";
import { endOtherSessionsOf } from "@/lib/web/session/end-sessions";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listSessions, async ({ viewer }) =>
    listSessions(db(), viewer.id, (await currentToken()) ?? ""),
  ),
  DELETE: route(contract.endOtherSessions, ({ viewer }) => endOtherSessionsOf(viewer)),
});
