import { finishGoogle } from "@/lib/web/google";
import { currentLocale } from "@/lib/web/locale";
import { currentToken } from "@/lib/web/session";

/** Where Google sends people back to: the one address of next-auth that is open. */
export async function GET(request: Request): Promise<Response> {
  const response = await finishGoogle(request, {
    token: await currentToken(),
    locale: await currentLocale(),
  });
  response.headers.set("Cache-Control", "no-store");
  return response;
}
