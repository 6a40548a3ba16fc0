import { reserve } from "@/lib/domain/donations/reserve";
import { contract } from "@/lib/web/contract";
import { donorKeyOf } from "@/lib/web/donor-key";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.reserve, ({ viewer, body }) =>
    reserve(payments(), donorKeyOf({}, viewer, body), body),
  ),
});
