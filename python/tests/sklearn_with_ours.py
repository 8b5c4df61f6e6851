"""A plugin: scikit-learn's tests of its functions run against ours of the same names."""
import tallystick.metrics


def pytest_collection_modifyitems(items):
    for module in {item.module for item in items}:
        for name in set(tallystick.metrics.__all__) - set(tallystick.metrics.CATALOGUE):
            if hasattr(module, name):
                setattr(module, name, getattr(tallystick.metrics, name))
