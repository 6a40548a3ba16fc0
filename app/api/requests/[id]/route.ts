import { db } from "@/db/client";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { findRequest } from "@/lib/domain/requests/queries";
import { AppError } from "@/lib/errors";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.getRequest, async ({ params }) => {
    const found = await findRequest(db(), params.id ?? "");
    if (!found) throw new AppError("NOT_FOUND");
    return found;
  }),
  DELETE: route(contract.deleteRequest, async ({ viewer, params }) => {
    await deleteRequest(db(), viewer, params.id ?? "");
    return null;
  }),
});
