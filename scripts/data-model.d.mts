export function describeTables(query: <Row>(text: string) => Promise<Row[]>): Promise<string>;
