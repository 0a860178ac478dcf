export function resolveRef<Value>(document: object, value: Value): Value
