import { NoPage } from "@/components/shell/no-page";
import { noPageMetadata } from "@/lib/web/titled";

export const generateMetadata = noPageMetadata;

export default function NotFound() {
  return (
    <main id="main">
      <NoPage />
    </main>
  );
}
