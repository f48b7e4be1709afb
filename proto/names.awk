# The name in Swift, and in JSON, of a field.
function camel(field,   parts, count, name, i) {
  count = split(field, parts, "_")
  name = parts[1]
  for (i = 2; i <= count; i++) name = name toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
  return name
}
