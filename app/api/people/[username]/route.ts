import { db } from "@/db/client";
import { listPublicRequestsOf } from "@/lib/domain/requests/queries";
import { findPerson } from "@/lib/domain/users/queries";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { endpoints, nextLink, Reply, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.readPerson, async ({ viewer, params, query, request }) => {
    const person = await findPerson(db(), params.username, viewer);
    if (!person) throw new AppError("NOT_FOUND");
    const { items, next } = await listPublicRequestsOf(db(), { ...query, ownerId: person.id });
    return new Reply({ ...person, requests: items }, nextLink(request, next));
  }),
});
