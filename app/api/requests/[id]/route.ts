import { db } from "@/db/client";
import { findDelivered } from "@/lib/domain/posts/queries";
import { editRequest } from "@/lib/domain/requests/change-own";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { findRequest, findSharedRequest } from "@/lib/domain/requests/queries";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { nameRequesters } from "@/lib/web/name-requester";
import { photos } from "@/lib/web/photos";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.getRequest, async ({ viewer, params }) => {
    const id = params.id;
    const found = viewer ? await findRequest(db(), id, viewer) : await findSharedRequest(db(), id);
    const [named] = await nameRequesters(found ? [found] : []);
    return named ? { ...named, delivered: await findDelivered(db(), id, { viewer }) } : notFound();
  }),
  PATCH: route(contract.editRequest, ({ viewer, params, body }) =>
    editRequest(photos(), viewer, { ...body, id: params.id }),
  ),
  DELETE: route(contract.deleteRequest, ({ viewer, params }) => deleteRequest(db(), viewer, params.id)),
});

function notFound(): never {
  throw new AppError("NOT_FOUND");
}
