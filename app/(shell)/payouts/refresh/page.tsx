import { redirect } from "next/navigation";

/** The provider leads here when its page was used or expired; another one is made when the person continues. */
export default function PayoutRefreshPage(): never {
  redirect("/payouts/start?expired=1");
}
