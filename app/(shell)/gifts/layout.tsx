export { Narrow as default } from "@/components/shell/narrow";
