import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { changePasswordOf } from "@/lib/web/session/step-up";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.changePassword, async ({ viewer, body }) => {
    await changePasswordOf(viewer, body);
    return { success: true as const };
  }),
});
