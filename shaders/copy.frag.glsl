uniform mediump sampler2D picture;
in vec2 vAt;
out vec4 fragment;
void main() { fragment = texture(picture, vAt); }
