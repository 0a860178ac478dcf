// The freehold command; it grows with the integrator's kit.
export {}
