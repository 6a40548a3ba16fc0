import { db } from "@/db/client";
import { exportData } from "@/lib/domain/privacy/export-data";
import { contract } from "@/lib/web/contract";
import { endpoints, reply, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.exportData, async ({ viewer }) => {
    const data = await exportData(db(), viewer);
    const name = `personal-data-${data.exportedAt.slice(0, 10)}.json`;
    return reply(data, { headers: { "Content-Disposition": `attachment; filename="${name}"` } });
  }),
});
