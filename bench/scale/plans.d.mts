export function recordStatements(): () => void
