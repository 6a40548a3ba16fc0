import { db } from "@/db/client";
import { makeGiftLink, revokeGiftLink } from "@/lib/domain/guests/gift-link";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.makeGiftLink, ({ viewer, params }) => makeGiftLink(db(), viewer, params.id)),
  DELETE: route(contract.revokeGiftLink, ({ viewer, params }) => revokeGiftLink(db(), viewer, params.id)),
});
