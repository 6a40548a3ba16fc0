export { NOWHERE, type Whereabouts } from "@/lib/domain/sessions/types";
