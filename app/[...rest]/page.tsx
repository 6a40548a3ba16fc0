import { redirect } from "next/navigation";

/** Unknown paths lead home (D34). Outside the shell, so that the answer is a redirect and not a page that redirects. */
export default function UnknownPath() {
  redirect("/");
}
