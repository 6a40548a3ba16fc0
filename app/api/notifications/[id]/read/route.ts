import { db } from "@/db/client";
import { markRead } from "@/lib/domain/messages/mark-read";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(contract.readNotification, ({ viewer, params }) => markRead(db(), viewer.id, params.id)),
});
