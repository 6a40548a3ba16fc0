import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { signOut } from "@/lib/web/session";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.logout, async () => {
    await signOut();
    return { success: true } as const;
  }),
});
