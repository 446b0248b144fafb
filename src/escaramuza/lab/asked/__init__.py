"""Questions as the app asks them: small experiments whose answers sharpen while one looks, with numpy alone."""
