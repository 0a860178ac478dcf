// Saves IDs of the response in collection variables, for the requests that follow.
;(() => {
  if (pm.response.code >= 300) return
  const body = pm.response.json()
  for (const [variable, path] of Object.entries(SAVES)) {
    const value = path.split('.').reduce((part, key) => (part ? part[key] : undefined), body)
    if (value !== undefined && value !== null) pm.collectionVariables.set(variable, value)
  }
})()
