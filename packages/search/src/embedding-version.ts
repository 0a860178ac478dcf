// Owns the name of what makes a vector: the model's file and the recipe of the text that it is given.

/** all-MiniLM-L6-v2, int8 ONNX, 384 dimensions. */
export const MODEL_SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'

/** Changes whenever the same listing would be embedded from another text: its recipe, or the tables that split names. */
const TEXT_RECIPE = 't4'

/** A stored vector of another version must be made anew. */
export const EMBEDDING_VERSION = `${MODEL_SHA256.slice(0, 12)}-${TEXT_RECIPE}`
