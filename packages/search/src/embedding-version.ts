// Owns the name of what makes a vector: the model's files and the recipe of the text that it is given.

/** The encoder in model/: MiniLM-L6 trained by training/train.py, int8 ONNX, 384 dimensions. `npm run train:search` writes both. */
export const MODEL_SHA256 = 'a1e443c9d2906d928a385ace1db3faccc33c904cf25ea4f1b0a28af980e3500d'
export const TOKENIZER_SHA256 = 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037'

/** Changes whenever the same listing would be embedded from another text: its recipe, or the tables that split names. */
const TEXT_RECIPE = 't6'

/** A stored vector of another version must be made anew. */
export const EMBEDDING_VERSION = `${MODEL_SHA256.slice(0, 12)}-${TEXT_RECIPE}`
