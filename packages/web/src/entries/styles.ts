// Brings the style sheet into the build; pages link it by itself.
import '../styles/index.css'
