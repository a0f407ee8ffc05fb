declare module "virtual:symptoms" {
    /** What one sees, what to look at, and the title of the typical fault that shows it. */
    const rows: { seen: string; look: string; title: string }[];
    export default rows;
}

declare module "virtual:terms" {
    const meanings: Record<"divisor" | "padded count" | "varying", string>;
    export default meanings;
}
