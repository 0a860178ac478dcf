// Owns the name of what makes a vector: the model's files and the recipe of the text that it is given.

/** The encoder in model/: MiniLM-L6 trained by training/train.py, int8 ONNX, 384 dimensions. `npm run train:search` writes both. */
export const MODEL_SHA256 = '66662aea0aca7521ab1ec4d3cbd6e4ab1d367c30f2599473bd7b6e90578034c9'
export const TOKENIZER_SHA256 = 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037'

/** Changes whenever the same listing would be embedded from another text: its recipe, or the tables that split names. */
const TEXT_RECIPE = 't5'

/** A stored vector of another version must be made anew. */
export const EMBEDDING_VERSION = `${MODEL_SHA256.slice(0, 12)}-${TEXT_RECIPE}`
